import { resource } from '#machines/resource.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { resourceExpectations } from './resource.expectations.ts';

testMachine(resource, resourceExpectations);
