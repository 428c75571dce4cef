import type { Tone } from '../../primitives/badge/badge.tsx'

export const resourceStatuses = [
  'New',
  'Creating',
  'Active',
  'CreateFailed',
  'Error',
  'SoftDeleting',
  'Deleted',
  'Deleting',
  'DeleteFailed',
] as const
export type ResourceStatus = (typeof resourceStatuses)[number]

export interface StatusDisplay {
  label: 'New' | 'Creating' | 'Active' | 'Deleting' | 'Failed'
  tone: Tone
  /** Something is still going on: a still glyph says so beside the word. */
  inProgress?: boolean
}

/** What is shown of each state; nothing of those that are over or nearly over. */
export const statusDisplay: Record<ResourceStatus, StatusDisplay | null> = {
  New: { label: 'New', tone: 'info', inProgress: true },
  Creating: { label: 'Creating', tone: 'info', inProgress: true },
  Active: { label: 'Active', tone: 'success' },
  SoftDeleting: { label: 'Deleting', tone: 'warning', inProgress: true },
  CreateFailed: { label: 'Failed', tone: 'danger' },
  Error: { label: 'Failed', tone: 'danger' },
  Deleting: null,
  Deleted: null,
  DeleteFailed: null,
}

export const isKnownStatus = (status: string): status is ResourceStatus => Object.hasOwn(statusDisplay, status)
