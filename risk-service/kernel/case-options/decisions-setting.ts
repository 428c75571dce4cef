const prefix = 'caseManagement.decisions.'

/** Setting (scope: root environment id) with the configured decisions of an assessment. */
export const decisionsSetting = (eventType: string): string => `${prefix}${eventType}`

/** Matches the settings with the decisions of all assessments, for `like`. */
export const decisionsSettings = `${prefix}%`
