import { chat } from '#machines/chat.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { chatExpectations } from './chat.expectations.ts';

testMachine(chat, chatExpectations);
