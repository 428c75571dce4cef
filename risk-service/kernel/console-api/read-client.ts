import type { ContractRouterClient } from '@orpc/contract'
import type { ConsoleContract } from '../../contract/index.ts'
import type { ChangeProcedure } from '../../contract/procedure-effects.ts'
import type { ConsoleContext } from './context.ts'

type Client = ContractRouterClient<ConsoleContract>
type ReadsOf<Area extends keyof Client> = {
  readonly [Name in keyof Client[Area] as `${Area}.${Name & string}` extends ChangeProcedure
    ? never
    : Name]: Client[Area][Name]
}

/**
 * The procedures of the console API that store nothing, called inside the service: with the validation, the rights and
 * the masking of a call from outside.
 */
export type ReadClient = { readonly [Area in keyof Client]: ReadsOf<Area> }

/** Opens the procedures with the rights of a caller. A procedure that stores something throws. */
export type OpenReads = (context: ConsoleContext) => ReadClient
