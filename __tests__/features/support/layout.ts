/** A test renderer lays nothing out, and a list that believes it has no height draws no rows: give it a phone's. */
jest.mock('@shopify/flash-list/dist/recyclerview/utils/measureLayout', () => ({
  ...jest.requireActual<object>('@shopify/flash-list/dist/recyclerview/utils/measureLayout'),
  measureParentSize: () => ({ x: 0, y: 0, width: 390, height: 844 }),
  measureFirstChildLayout: () => ({ x: 0, y: 0, width: 390, height: 844 }),
  measureItemLayout: () => ({ x: 0, y: 0, width: 390, height: 80 }),
}));

export {};
