// Before the tests of every file.
import { afterEach } from 'vitest';
import { expectNoLeaks } from './tool';

afterEach(expectNoLeaks);
