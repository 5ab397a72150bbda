// A browser does not start a closed page.
export {};
