/** A test renderer has no layout, and a list without a height renders no rows: this sets the height of a phone. */
jest.mock('@shopify/flash-list/dist/recyclerview/utils/measureLayout', () => ({
  ...jest.requireActual<object>('@shopify/flash-list/dist/recyclerview/utils/measureLayout'),
  measureParentSize: () => ({ x: 0, y: 0, width: 390, height: 844 }),
  measureFirstChildLayout: () => ({ x: 0, y: 0, width: 390, height: 844 }),
  measureItemLayout: () => ({ x: 0, y: 0, width: 390, height: 80 }),
}));

export {};
