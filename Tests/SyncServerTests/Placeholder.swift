// Tests of SyncServer.
