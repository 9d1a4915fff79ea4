import { upload } from '#machines/upload.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { uploadExpectations } from './upload.expectations.ts';

testMachine(upload, uploadExpectations);
