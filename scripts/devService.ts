/** The service of `npm run dev`, without a web app: Metro serves that. */
import { readConfig } from '../server/config';
import { reportFailure, runDemoService } from './demoService';

const main = async () => runDemoService(readConfig(process.env, { demo: true }));

main().catch(reportFailure);
