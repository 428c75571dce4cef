import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { setStep } from './checklist.ts'
import { containAttack, previewContainment, releaseAttack } from './containment.ts'
import { exportEvidence } from './evidence.ts'
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
  preview: attacks.preview
    .use(inEnvironment)
    .handler(({ context, input, signal }) =>
      previewContainment({ ...context, environmentId: input.environmentId }, input, signal),
    ),
  contain: attacks.contain.use(inEnvironment).handler(async ({ context, input, signal }) => {
    const call = { ...context, environmentId: input.environmentId }
    await containAttack(call, input)
    return readAttack(call, input.attackId, signal)
  }),
  release: attacks.release.use(inEnvironment).handler(async ({ context, input, signal }) => {
    const call = { ...context, environmentId: input.environmentId }
    await releaseAttack(call, input.attackId)
    return readAttack(call, input.attackId, signal)
  }),
  export: attacks.export
    .use(inEnvironment)
    .handler(({ context, input, signal }) =>
      exportEvidence({ ...context, environmentId: input.environmentId }, input.attackId, signal),
    ),
}
