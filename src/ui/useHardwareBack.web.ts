/** A browser's Back belongs to the address; steps inside a screen have none. */
export function useHardwareBack(_onBack: () => void): void {}
