import { configure } from '@testing-library/react';
import { queryClient } from '../api/query-client.ts';
import { sessionPhase } from '../api/session-phase.ts';
import { changeState, clearUser } from '../api/state.ts';

// A busy machine may take long to render. What is there at once costs no time.
configure({ asyncUtilTimeout: 20_000 });

// The files of one worker share the modules and what these remember of the file before.
queryClient.clear();
clearUser();
changeState({ initialized: false, env: undefined });
sessionPhase.set('begun');
