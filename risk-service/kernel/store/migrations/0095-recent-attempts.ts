import { type Kysely, sql } from 'kysely'

/** The attempts in which attacks are searched for, with what a search compares, so that a check reads only what is new. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const owner = `environment_id uuid not null,
    event_type text not null`

const statements = [
  // Not logged: everything here follows from the events. After a crash all three are empty, and are filled again.
  `create unlogged table recent_attempt (
    ${owner},
    at timestamptz not null,
    event_id uuid not null,
    -- 0: it did not fail, 1: it failed, 2: a containment stopped it.
    state smallint not null check (state in (0, 1, 2)),
    -- Hashes of what was tried, and of what attempts have in common.
    target bigint,
    device bigint,
    ip bigint,
    network bigint,
    -- The round in which it was taken, or its state changed.
    round bigint not null,
    primary key (environment_id, event_type, at, event_id)
  )`,
  `create index recent_attempt_device on recent_attempt (environment_id, device, state) where device is not null`,
  `create index recent_attempt_ip on recent_attempt (environment_id, ip, state) where ip is not null`,
  `create index recent_attempt_network on recent_attempt (environment_id, network, state) where network is not null`,
  `create index recent_attempt_round on recent_attempt (environment_id, event_type, round)`,
  `create unlogged table recent_attempt_count (
    ${owner},
    minute timestamptz not null,
    -- Those that no containment stopped.
    judged int not null,
    failed int not null,
    primary key (environment_id, event_type, minute)
  )`,
  `create unlogged table recent_attempt_cursor (
    ${owner},
    -- Up to when attempts, and answers of banks and merchants, are taken.
    reached timestamptz not null,
    answered timestamptz not null,
    -- The last round, and the last one that was searched.
    round bigint not null,
    searched bigint not null,
    primary key (environment_id, event_type)
  )`,
  // Answers are read by the time of their first message. The few that were changed by a later one are in this index.
  `create index data_event_changed on data_event (environment_id, received_at) where received_at <> at`,
]
