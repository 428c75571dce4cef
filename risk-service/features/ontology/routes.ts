import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { readFieldDrops } from './drops/read-drops.ts'
import { readFieldFigures, readFieldUses, readGraphTypes, readOntology, readTopValues } from './ontologies.ts'

export const ontologyRoutes = {
  drops: procedures.ontology.drops
    .use(inEnvironment)
    .handler(({ context, input }) => readFieldDrops(context, input.eventType)),
  get: procedures.ontology.get
    .use(inEnvironment)
    .handler(({ context, input }) => readOntology({ ...context, environmentId: input.environmentId }, input.eventType)),
  types: procedures.ontology.types
    .use(inEnvironment)
    .handler(({ context, input }) => readGraphTypes({ ...context, environmentId: input.environmentId })),
  uses: procedures.ontology.uses
    .use(inEnvironment)
    .handler(({ context, input }) => readFieldUses({ ...context, environmentId: input.environmentId }, input)),
  figures: procedures.ontology.figures
    .use(inEnvironment)
    .handler(({ context, input, signal }) =>
      readFieldFigures({ ...context, environmentId: input.environmentId }, input, signal),
    ),
  values: procedures.ontology.values
    .use(inEnvironment)
    .handler(({ context, input, signal }) =>
      readTopValues({ ...context, environmentId: input.environmentId }, input, signal),
    ),
}
