import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { setStep } from './checklist.ts'
import { listAttacks, readAttack } from './reads/read-attacks.ts'

const { attacks } = procedures

export const attackRoutes = {
  list: attacks.list
    .use(inEnvironment)
    .handler(({ context, input }) => listAttacks({ ...context, environmentId: input.environmentId })),
  get: attacks.get
    .use(inEnvironment)
    .handler(({ context, input, signal }) =>
      readAttack({ ...context, environmentId: input.environmentId }, input.attackId, signal),
    ),
  setStep: attacks.setStep
    .use(inEnvironment)
    .handler(({ context, input }) => setStep({ ...context, environmentId: input.environmentId }, input)),
}
