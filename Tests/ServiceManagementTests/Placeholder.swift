// Tests of ServiceManagement.
