// A browser wakes no page that is closed.
export {};
