import type { ConfigRule } from './model.ts'

/** Folder of the routing rules: their order goes over all assessments. */
export const routingArea = 'routing'

/** Rules of one area have one order: those of an assessment, or the routing rules. */
export const areaOf = (rule: Pick<ConfigRule, 'type' | 'assessment'>): string =>
  rule.type === 'routing' ? routingArea : rule.assessment
