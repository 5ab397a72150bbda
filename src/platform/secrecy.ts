// One part of the web app for both: what two parts share, the bundler puts into the first load.
export { hashPin } from './pinHash';
export { sealTo } from './seal';
