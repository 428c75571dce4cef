import type { ConfigRule } from './model.ts'

/** Folder of the routing rules: their order covers all assessments. */
export const routingArea = 'routing'

/** Returns the area of a rule, within which rules have one order: its assessment, or the routing rules. */
export const areaOf = (rule: Pick<ConfigRule, 'type' | 'assessment'>): string =>
  rule.type === 'routing' ? routingArea : rule.assessment
