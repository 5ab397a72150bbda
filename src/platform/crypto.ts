// One chunk for all: Metro adds code that two chunks share to the first load.
export { hashPin } from './pinHash';
export { sealTo } from './seal';
export { createSigner, isSigned } from './signing';
export { openSealed } from './unseal';
