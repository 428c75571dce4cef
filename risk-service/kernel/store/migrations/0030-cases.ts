import { type Kysely, sql } from 'kysely'

/**
 * Queues and cases. Every environment has the queue General from its creation on, by a trigger: no process that creates
 * an environment can leave it out. The id of a case is that of its event, because an event has at most one case.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Settings of General: nobody can change them. */
const general = `'{"name":"General","description":"","sequence":"Unrestricted","orderBy":"eventTimestamp","direction":"ascending","timeoutMinutes":1440,"defaultAction":"Approve","assignedUsers":[],"supervisors":[],"restrictToAssignees":false,"allowedDecisions":null,"escalation":false,"hold":false,"transfer":true,"sla":null,"fourEyes":null,"checklist":[],"sampling":100,"closeOnStatus":false,"onlyManagersDecideInBulk":false,"draining":false}'::jsonb`
const open = `state in ('Pending', 'InReview', 'OnHold', 'AwaitingApproval')`

const statements = [
  `create table case_queue (
    id uuid primary key,
    environment_id uuid not null references environment (id) on delete cascade,
    -- Null: every assessment.
    event_type text,
    kind text not null check (kind in ('System', 'User')),
    name text not null,
    settings jsonb not null,
    version int not null default 1,
    created_by_name text,
    created_at timestamptz not null default now(),
    updated_by_name text,
    updated_at timestamptz not null default now()
  )`,
  `create unique index case_queue_name on case_queue (environment_id, lower(name))`,
  `create function create_system_queue() returns trigger language plpgsql as $$
  begin
    insert into case_queue (id, environment_id, kind, name, settings)
    values (gen_random_uuid(), new.id, 'System', 'General', ${general});
    return null;
  end $$`,
  `create trigger create_system_queue after insert on environment for each row execute function create_system_queue()`,
  `insert into case_queue (id, environment_id, kind, name, settings)
   select gen_random_uuid(), id, 'System', 'General', ${general} from environment`,
  // Names of queues were a setting, as long as routing rules were all that knew them.
  `insert into case_queue (id, environment_id, event_type, kind, name, settings)
   select gen_random_uuid(), e.id, 'purchase', 'User', q.name, ${general} || jsonb_build_object('name', q.name)
   from setting s join environment e on e.id::text = s.scope
   cross join lateral (select distinct on (lower(t.name)) t.name from jsonb_array_elements_text(s.value) t(name)) q
   where s.key = 'caseManagement.queues' and jsonb_typeof(s.value) = 'array' and lower(q.name) <> 'general'`,
  `delete from setting where key = 'caseManagement.queues'`,

  `create table review_case (
    environment_id uuid not null references environment (id),
    event_type text not null,
    external_id text not null,
    id uuid not null,
    at timestamptz not null,
    state text not null,
    queue_id uuid,
    routed_rule text,
    routed_clause text,
    previous_queues uuid[] not null default '{}',
    escalated boolean not null default false,
    priority smallint not null default 50,
    -- Position by the order of the queue; null until the case is queued.
    rank double precision,
    decision text not null,
    reason text not null,
    rule text,
    clause text,
    risk_score smallint not null,
    amount bigint,
    currency text,
    amount_usd bigint,
    user_id text,
    email text,
    ip text,
    country text,
    device_id text,
    payment_id text,
    created_at timestamptz not null,
    hold_until timestamptz not null,
    entered_queue_at timestamptz,
    timeout_at timestamptz,
    sla_first_touch_at timestamptz,
    sla_resolution_at timestamptz,
    first_locked_at timestamptz,
    decided_at timestamptz,
    -- When the service has to change the case by itself; null: never.
    due_at timestamptz,
    lock_owner_id uuid,
    lock_owner_name text,
    -- The owner's right does not come from a stored assignment, so that it cannot be checked without a token.
    lock_by_directory boolean not null default false,
    lease_token uuid,
    locked_at timestamptz,
    lock_asks_at timestamptz,
    lock_expires_at timestamptz,
    lock_extensions int not null default 0,
    hold_owner_id uuid,
    hold_owner_name text,
    held_at timestamptz,
    wake_at timestamptz,
    hold_reason text,
    assignee_id uuid,
    assignee_name text,
    assigned_until timestamptz,
    -- Times at which persons sent it back, by their id.
    sent_back jsonb not null default '{}',
    sent_back_times int not null default 0,
    approval jsonb,
    outcome jsonb,
    checklist jsonb not null default '{}',
    tags text[] not null default '{}',
    version int not null default 1,
    primary key (environment_id, event_type, external_id)
  )`,
  `create unique index review_case_id on review_case (id)`,
  `create index review_case_due on review_case (due_at) where due_at is not null`,
  `create index review_case_waiting on review_case (queue_id, rank, id) where state = 'Pending' and not escalated`,
  `create index review_case_open on review_case (queue_id, state) where ${open}`,
  `create index review_case_lock_owner on review_case (lock_owner_id) where lock_owner_id is not null`,
  `create index review_case_assignee on review_case (assignee_id) where assignee_id is not null and ${open}`,
  ...['user_id', 'email', 'device_id', 'payment_id'].map(
    column =>
      `create index review_case_open_${column} on review_case (environment_id, ${column}) where ${column} is not null and ${open}`,
  ),
  `create index review_case_decided on review_case (environment_id, decided_at) where state = 'Decided'`,

  `create table case_event (
    environment_id uuid not null,
    case_id uuid not null,
    id uuid not null,
    at timestamptz not null,
    kind text not null,
    by_id uuid,
    by_name text,
    correlation_id text,
    details jsonb not null default '{}',
    primary key (case_id, id)
  )`,
  `create index case_event_at on case_event (environment_id, at)`,
  `create table case_follow_up (
    environment_id uuid not null,
    case_id uuid not null,
    id uuid primary key,
    kind text not null check (kind in ('status', 'label', 'trace')),
    payload jsonb not null,
    attempts int not null default 0,
    next_at timestamptz,
    delivered_at timestamptz,
    created_at timestamptz not null
  )`,
  `create index case_follow_up_next on case_follow_up (next_at) where delivered_at is null and next_at is not null`,
  `create index case_follow_up_case on case_follow_up (case_id)`,
]
