/*
 * What environments have to keep to, as plain data: the console checks a form with it before it asks, the service
 * decides with it.
 */

import type { environmentFailures, environmentStatuses } from '../common/constants.ts'

export type EnvironmentStatus = (typeof environmentStatuses)[number]

/** Statuses by what they mean to a person. */
export const environmentStatusGroups = {
  ready: ['Active'],
  beingCreated: ['New', 'Creating'],
  inProgress: ['New', 'Creating', 'SoftDeleting'],
  failed: ['CreateFailed', 'Error'],
} as const satisfies Record<string, readonly EnvironmentStatus[]>

/** What is shown for a status; null shows nothing, and an environment in it has no row. */
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

/** Every change of status there is; the first status of an environment is New. All others are refused. */
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

/** Why an environment failed. */
export type EnvironmentFailure = (typeof environmentFailures)[number]

/** Where the master copy of the data stays. */
export const geographies = ['us', 'ca', 'eu'] as const
export type Geography = (typeof geographies)[number]

/** Letters, digits, underscore and hyphen (message `General.NameValidation`). */
export const environmentNamePattern = /^[A-Za-z0-9_-]+$/
/** A word character, then up to 59 word characters or spaces. */
export const displayNamePattern = /^\w[\w ]{0,59}$/
export const customerApiIdPattern = /^[A-Za-z0-9-]{1,64}$/
/** What the counterpart of an environment has behind its name and its customer API id. */
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
 * A name for the root environment of an organisation: its own, as far as names of environments can hold it; else
 * `Production`.
 */
export function environmentNameOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, environmentLimits.name - sandboxSuffix.length)
  return plain.replaceAll(/^-+|-+$/g, '') || 'Production'
}

/** True for an environment that one of the groups names. */
export function isInStatusGroup(group: keyof typeof environmentStatusGroups, status: string): boolean {
  return (environmentStatusGroups[group] as readonly string[]).includes(status)
}

/** True when an environment in this status has a row and a label. */
export function isStatusShown(status: EnvironmentStatus): boolean {
  return environmentStatusLabels[status] !== null
}

/** True when the display name may stand: the pattern, or the name itself, which may hold hyphens. */
export function isDisplayName(text: string, name: string): boolean {
  return text === name || displayNamePattern.test(text)
}

/** Usable only with access and when Active. */
export function isUsableEnvironment(environment: { hasAccess: boolean; status: string }): boolean {
  return environment.hasAccess && isInStatusGroup('ready', environment.status)
}
