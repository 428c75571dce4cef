export * from './capabilities.ts'
export * from './entities.ts'
export * from './search.ts'
export * from './console-api.ts'
