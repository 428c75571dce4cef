import { type Kysely, sql } from 'kysely'

/** Retail transactions of the loss prevention report, and what is computed and said of those who made them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const owner = 'environment_id uuid not null references environment (id) on delete cascade'
const entityKind = `kind text not null check (kind in ('staff', 'terminal'))`
const monthName = String.raw`text not null check (month ~ '^\d{4}-\d{2}$')`

const statements = [
  `create table loss_transaction (
    ${owner},
    number text not null,
    terminal text not null,
    unit text not null,
    staff text not null,
    at timestamptz not null,
    month ${monthName},
    is_return boolean not null,
    -- Of a return: whether the receipt of the purchase was there.
    has_receipt boolean not null,
    -- Cents of US dollars, before discounts; of a return what was paid out.
    amount_usd bigint not null,
    discount_usd bigint not null,
    primary key (environment_id, number, terminal, unit)
  )`,
  `create index loss_transaction_month on loss_transaction (environment_id, month)`,
  `create index loss_transaction_staff on loss_transaction (environment_id, staff, at desc)`,
  `create index loss_transaction_terminal on loss_transaction (environment_id, terminal, at desc)`,
  `create index loss_transaction_at on loss_transaction (at)`,
  `create table loss_sale (
    ${owner},
    number text not null,
    terminal text not null,
    unit text not null,
    line int not null,
    product text not null,
    category text not null,
    quantity double precision not null,
    is_discounted boolean not null,
    primary key (environment_id, number, terminal, unit, line)
  )`,
  `create table loss_payment (
    ${owner},
    number text not null,
    terminal text not null,
    unit text not null,
    line int not null,
    method text not null,
    instrument text,
    is_void boolean not null,
    primary key (environment_id, number, terminal, unit, line)
  )`,
  `create table loss_payment_method (
    ${owner},
    method text not null,
    -- What it is: cash, card or anything else.
    function text not null,
    name text not null,
    primary key (environment_id, method)
  )`,
  `create table loss_report (
    environment_id uuid primary key references environment (id) on delete cascade,
    status text not null check (status in ('waiting', 'running', 'ready', 'failed')),
    requested_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    -- The run that is shown, and the one that is being computed.
    run uuid,
    next_run uuid,
    transactions int not null default 0
  )`,
  `create table loss_entity (
    ${owner},
    ${entityKind},
    id text not null,
    -- Of a member of staff it is drawn by chance, so that it cannot be computed from the name.
    pseudonym text not null,
    primary key (environment_id, kind, id),
    unique (environment_id, kind, pseudonym)
  )`,
  `create table loss_month (
    ${owner},
    run uuid not null,
    ${entityKind},
    id text not null,
    month ${monthName},
    -- Store, and the terminal at which a member of staff worked most.
    unit text not null,
    place text not null,
    transactions int not null,
    returns_usd bigint not null,
    discounts_usd bigint not null,
    score int not null default 0,
    plain_score int not null default 0,
    -- By reason: value, count, size and percentile.
    reasons jsonb not null,
    primary key (environment_id, run, kind, id, month)
  )`,
  `create index loss_month_month on loss_month (environment_id, run, kind, month)`,
  `create table loss_clearance (
    id uuid primary key,
    ${owner},
    ${entityKind},
    entity_id text not null,
    month ${monthName},
    reason text not null,
    note text not null,
    by_id uuid not null,
    by_name text not null,
    at timestamptz not null,
    unique (environment_id, kind, entity_id, month, reason)
  )`,
  `create table loss_opening (
    id uuid primary key,
    ${owner},
    entity_id text not null,
    user_id uuid not null,
    user_name text not null,
    reason text not null,
    at timestamptz not null,
    open_until timestamptz not null
  )`,
  `create index loss_opening_entity on loss_opening (environment_id, entity_id, at desc)`,
]
