import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'

/** A call of the console API in an environment. */
export type AttackCall = EnvironmentCallContext & { environmentId: string }
