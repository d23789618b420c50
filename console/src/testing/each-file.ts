import { configure } from '@testing-library/react';

// A busy machine may take long to render. What is there at once costs no time.
configure({ asyncUtilTimeout: 30_000 });
