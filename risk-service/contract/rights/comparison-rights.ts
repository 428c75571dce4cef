import { read, write } from './rights.ts'

/** Comparisons with a former system, from files and while it still decides. */
export const comparisonRights = {
  'dualRuns.start': write('rules'),
  'dualRuns.list': read('rules'),
  'dualRuns.get': read('rules'),
  'dualRuns.cancel': write('rules'),
  'dualRuns.remove': write('rules'),
  'mirrors.get': read('rules'),
  'mirrors.start': write('rules'),
  'mirrors.end': write('rules'),
  'mirrors.remove': write('rules'),
} as const
