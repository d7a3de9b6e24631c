// What an app sees when it imports PackmuleKit: the model, civil time, and what is public of the store.

@_exported public import CivilTime
@_exported public import ReplicaStore
@_exported public import Replication
@_exported public import TripModel

@_exported public import enum SQLiteDatabase.DatabaseError
