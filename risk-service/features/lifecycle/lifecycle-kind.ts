import type { CheckEnvironment, RuleSource } from '../../fql/index.ts'
import type { AuditEntry } from '../../kernel/audit.ts'
import type { Db } from '../../ports/database.ts'

/* The resources with a lifecycle, and the differences of their kinds. */

export type Status = 'active' | 'inactive'

export interface PublishedVersion<Body> {
  id: string
  environment_id: string
  name: string
  status: Status
  version: number
  body: Body
  published_by: string
  published_by_name: string
  published_at: Date
}
export interface DraftVersion<Body> {
  author_id: string
  environment_id: string
  author_name: string
  body: Body
  base_version: number
  saved_at: Date
}
/** The published version, and the caller's draft. */
export interface PublishedAndDraft<Published, Draft> {
  published: Published | null
  draft: Draft | null
}

/** Reads and writes of one kind. */
interface LifecycleStore<Published, Draft, Scope> {
  isNameTaken: (trx: Db, scope: Scope, name: string, exceptId: string) => Promise<boolean>
  /** Saves a draft; the version that a stored draft started from stays, unless `rebase`. */
  saveDraft: (trx: Db, draft: Draft, rebase?: boolean) => Promise<void>
  deleteDraft: (trx: Db, id: string, authorId: string) => Promise<boolean>
  /** Writes the published version and its history. */
  savePublished: (trx: Db, published: Published) => Promise<void>
  saveStatus: (trx: Db, id: string, status: Status) => Promise<void>
  /** Deletes the resource with the drafts of all users; the history stays. */
  remove: (trx: Db, id: string) => Promise<void>
}

/** The differences of a kind, for one caller. `Scope`: the set of resources that share names, limits and order. */
export interface LifecycleKind<Body, Published, Draft, Scope> {
  /** The name of the kind in messages, such as `velocity set`. */
  label: string
  store: LifecycleStore<Published, Draft, Scope>
  /** The texts of the resource in the form of a rule. */
  toRule: (body: Body) => RuleSource
  /** Locks the scope until the transaction ends. @throws NotFoundError for a resource of another environment */
  lockScope: (trx: Db, id: string) => Promise<Scope>
  /** @throws NotFoundError for a resource that the caller may not see */
  load: (trx: Db, id: string) => Promise<PublishedAndDraft<Published, Draft>>
  createDraft: (scope: Scope, id: string, draft: DraftVersion<Body>) => Draft
  createPublished: (
    trx: Db,
    scope: Scope,
    version: PublishedVersion<Body>,
    before: Published | null,
  ) => Promise<Published> | Published
  /** @throws ValidationError with the issues that prevent the publish */
  assertPublishable: (
    trx: Db,
    scope: Scope,
    id: string,
    body: Body,
    lists?: CheckEnvironment['lists'],
  ) => Promise<void> | void
  /** Checks a publish against the limits of its scope. @throws ConflictError that names the limit */
  assertLimits: (trx: Db, scope: Scope, id: string, before: Published | null, body: Body) => Promise<void>
  /**
   * Runs before a publish, a rename or a removal (`after` null) is written. @throws ConflictError when a resource uses
   * what the change removes
   */
  beforeChange?: ((trx: Db, id: string, before: Body | null, after: Body | null) => Promise<void>) | undefined
  audit: {
    resourceType: (published: Published) => AuditEntry['resource']['type']
    snapshot: (published: Published) => object
    /** The operation that the audit log names for a publish over an older version. */
    operation: (before: Published, after: Published) => AuditEntry['operation']
  }
}
