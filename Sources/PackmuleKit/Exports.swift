// What an app sees when it imports PackmuleKit: the model, civil time, and the parts of the store that are public.

@_exported public import CivilTime
@_exported public import ReplicaStore
@_exported public import Replication
@_exported public import TripModel
