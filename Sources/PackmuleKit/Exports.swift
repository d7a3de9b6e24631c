// What an app sees when it imports PackmuleKit: the model, civil time, and what is public of the store.

@_exported public import CivilTime
@_exported public import Recurrence
@_exported public import Reminders
@_exported public import ReplicaStore
@_exported public import Replication
@_exported public import TripModel

@_exported public import struct HTTPMessages.HTTPHeaders
@_exported public import enum HTTPMessages.HTTPMethod
@_exported public import struct HTTPMessages.HTTPRequest
@_exported public import struct HTTPMessages.HTTPResponse
@_exported public import struct HTTPMessages.Origin
@_exported public import protocol HTTPMessages.Transport
@_exported public import enum HTTPMessages.TransportError
@_exported public import enum SQLiteDatabase.DatabaseError
@_exported public import enum SyncProtocol.ErrorCode
@_exported public import struct SyncProtocol.Link
@_exported public import enum SyncProtocol.SyncFailure
@_exported public import enum SyncProtocol.SyncReason
@_exported public import enum SyncProtocol.SyncState
