// A busy machine is slow, not wrong: jest's default of five seconds is too short there.
jest.setTimeout(120_000);
