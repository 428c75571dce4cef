import type { Completion } from './types.ts'
export function complete(): Completion[] { return [] }
