import { upload } from '#machines/upload.ts';
import { everyEdge } from '#tests/support/walks.ts';
import { uploadEdges } from './edges/upload.ts';

everyEdge(upload, uploadEdges);
