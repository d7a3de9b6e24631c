// Tests of HTTPListener.
