/*
 * Constraints of environments as plain data: the console checks a form by them before it sends it, the service decides
 * by them.
 */

import type { environmentFailures, environmentStatuses } from '../common/constants.ts'

export type EnvironmentStatus = (typeof environmentStatuses)[number]

/** Statuses grouped by their meaning to a user. */
export const environmentStatusGroups = {
  ready: ['Active'],
  beingCreated: ['New', 'Creating'],
  inProgress: ['New', 'Creating', 'SoftDeleting'],
  failed: ['CreateFailed', 'Error'],
} as const satisfies Record<string, readonly EnvironmentStatus[]>

/** Labels of the statuses; an environment with the label null has no row. */
export const environmentStatusLabels = {
  New: 'New',
  Creating: 'Creating',
  Active: 'Active',
  SoftDeleting: 'Deleting',
  Error: 'Failed',
  CreateFailed: 'Failed',
  Deleted: null,
  Deleting: null,
  DeleteFailed: null,
} as const satisfies Record<EnvironmentStatus, string | null>

/** All permitted transitions of the status; the first status of an environment is New. All others are refused. */
export const environmentTransitions = {
  New: ['Creating', 'CreateFailed'],
  Creating: ['Active', 'CreateFailed'],
  CreateFailed: ['Creating', 'Deleting'],
  Active: ['Error', 'SoftDeleting'],
  Error: ['Active', 'SoftDeleting'],
  SoftDeleting: ['Deleting', 'Error'],
  Deleting: ['Deleted', 'DeleteFailed'],
  DeleteFailed: ['Deleting'],
  Deleted: [],
} as const satisfies Record<EnvironmentStatus, readonly EnvironmentStatus[]>

/** Reason for the failure of an environment. */
export type EnvironmentFailure = (typeof environmentFailures)[number]

/** Geography that stores the master copy of the data. */
export const geographies = ['us', 'ca', 'eu'] as const
export type Geography = (typeof geographies)[number]

/** Letters, digits, underscore and hyphen (message `General.NameValidation`). */
export const environmentNamePattern = /^[A-Za-z0-9_-]+$/
/** A word character, then up to 59 word characters or spaces. */
export const displayNamePattern = /^\w[\w ]{0,59}$/
export const customerApiIdPattern = /^[A-Za-z0-9-]{1,64}$/
/** Suffix of the name and the customer API id of a counterpart. */
export const sandboxSuffix = '-sandbox'

export const environmentLimits = {
  name: 60,
  description: 250,
  tags: 10,
  tag: 32,
  customerApiId: 64,
  levels: 10,
  perTenant: 1000,
} as const

/**
 * Returns a name for the root environment of an organisation: its own, in the characters that names of environments
 * allow; else `Production`.
 */
export function environmentNameOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, environmentLimits.name - sandboxSuffix.length)
  return plain.replaceAll(/^-+|-+$/g, '') || 'Production'
}

/** Whether the status of an environment belongs to a group. */
export function isInStatusGroup(group: keyof typeof environmentStatusGroups, status: string): boolean {
  return (environmentStatusGroups[group] as readonly string[]).includes(status)
}

/** Whether an environment in this status has a row and a label. */
export function isStatusShown(status: EnvironmentStatus): boolean {
  return environmentStatusLabels[status] !== null
}

/**
 * Whether the text is a valid display name: it matches the pattern, or is the name itself, which may contain hyphens.
 */
export function isDisplayName(text: string, name: string): boolean {
  return text === name || displayNamePattern.test(text)
}

/** Whether an environment is usable: with access, and Active. */
export function isUsableEnvironment(environment: { hasAccess: boolean; status: string }): boolean {
  return environment.hasAccess && isInStatusGroup('ready', environment.status)
}
