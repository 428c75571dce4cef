import { createAssessmentRegistry } from '../../../engine/assessment-types/assessment-registry.ts'
import { createResourceRegistry } from '../../../engine/resources/resource-registry.ts'
import type { Ports } from '../../../ports/index.ts'
import type { ImportContext } from './import-config.ts'

/** Loads the assessments of an environment, and the functions of those above it, as they are stored. */
export async function loadImportScope(
  ports: Pick<Ports, 'db' | 'clock' | 'newId' | 'log'>,
  environmentId: string,
): Promise<Pick<ImportContext, 'assessments' | 'inherited'>> {
  const assessments = createAssessmentRegistry(ports)
  const resources = createResourceRegistry({ db: ports.db, log: ports.log, assessments }, 'closures')
  await assessments.reload()
  await resources.reload()
  return { assessments, inherited: resources.check(environmentId).functions }
}
