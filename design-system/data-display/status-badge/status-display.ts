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
  /** The operation is in progress: marked by a static glyph beside the text. */
  inProgress?: boolean
}

/** Display of each state; nothing for finished and nearly finished states. */
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
