/** Phones have no shortcut keys. */
export function useSlashKey(_isOn: boolean, _focus: () => void): void {}
