/** The Back button of a browser follows the URL. */
export function useHardwareBack(_onBack: () => void): void {}
