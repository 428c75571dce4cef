import type { Capability } from '../../../contract/index.ts'
import type { EnvironmentEvents } from '../../../kernel/environments/environment-events.ts'
import type { AccessChangeCall } from '../../access/model/access-call.ts'
import type { Registrar } from '../../applications/registrar.ts'
import type { QueueCreator } from '../../cases/queues/change-queue.ts'
import type { ImportContext } from '../../configuration/import/import-config.ts'

/** Whoever moves something into an environment: a user of the console, or the command of whoever operates the service. */
export interface MovingContext {
  environmentId: string
  /** Everything but the queues, which may move in, too. */
  importer: Omit<ImportContext, 'queues'>
  queues: QueueCreator
  registrar: Registrar
  environments: EnvironmentEvents
  /** Of roles of users: whoever moves in gives none that they may not assign. */
  access: AccessChangeCall
  may: (capability: Capability) => boolean
  /** Whether the caller may register applications. */
  mayRegister: boolean
}
