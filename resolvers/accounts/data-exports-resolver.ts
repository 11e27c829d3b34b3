import { Authorized, Ctx, FieldResolver, Float, Mutation, Query, Resolver, Root } from 'type-graphql'
import { CreateDataExportLinkPayload, DataExport, ExportMyDataPayload } from '../../schema/accounts/data-export.js'
import type { DataExports } from '../../src/data-exports/data-exports.js'
import type { UserCaller } from '../../src/users/caller.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'
import { mutationCost } from '../pipeline/costs.js'

@Resolver(() => DataExport)
export class DataExportsResolver {
  constructor(private readonly dataExports: DataExports) {}

  @Authorized()
  @Query(() => DataExport, { nullable: true, description: 'The newest export of the caller; null after its deletion.' })
  myDataExport(@SignedIn() caller: UserCaller) {
    return this.dataExports.find(caller)
  }

  @Authorized()
  @Mutation(() => ExportMyDataPayload, {
    complexity: mutationCost,
    description:
      'Begins an export of the data of the caller, which replaces an earlier one, or returns the running one. RATE_LIMITED in the hour after the beginning of the last one.',
  })
  async exportMyData(@SignedIn() caller: UserCaller, @Ctx() origin: RequestContext) {
    return { dataExport: await this.dataExports.start(caller, origin) }
  }

  @Authorized()
  @Mutation(() => CreateDataExportLinkPayload, {
    complexity: mutationCost,
    description:
      'A link for one download of the archive, which replaces an earlier link. NOT_FOUND without an export that is READY.',
  })
  createDataExportLink(@SignedIn() caller: UserCaller) {
    return this.dataExports.link(caller)
  }

  @FieldResolver(() => Float)
  progress(@Root() { done, total }: DataExport) {
    return total === 0 ? 0 : Math.min(1, done / total)
  }
}
