// One chunk for both: Metro adds code that two chunks share to the first load.
export { hashPin } from './pinHash';
export { sealTo } from './seal';
