const prefix = 'caseManagement.decisions.'

/** Setting (scope: root environment id) with the configured decisions of an assessment. */
export const decisionsSetting = (eventType: string): string => `${prefix}${eventType}`

/** Matches the settings with the decisions of all assessments, for `like`. */
export const decisionsSettings = `${prefix}%`

/** The assessment whose decisions a setting has. */
export const assessmentOfDecisions = (key: string): string => key.slice(prefix.length)
