// Tests of SyncProtocol.
