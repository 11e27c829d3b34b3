import { Arg, Authorized, Mutation, Query, Resolver } from 'type-graphql'
import { ExamineInput, FindingsPage, MendInput, MendPayload } from '../../schema/operators/doctor.js'
import type { Doctor } from '../../src/doctor/doctor.js'
import { mutationCost } from '../pipeline/costs.js'

/** Of the service schema only. */
@Resolver()
export class DoctorResolver {
  constructor(private readonly doctor: Doctor) {}

  @Authorized('SERVICE')
  @Query(() => FindingsPage, { nullable: true, description: 'Looks for what deletions should not have left.' })
  examine(@Arg('input', () => ExamineInput) input: ExamineInput) {
    return this.doctor.examine(input)
  }

  @Authorized('SERVICE')
  @Mutation(() => MendPayload, { complexity: mutationCost, description: 'Sets one finding right.' })
  async mend(@Arg('input', () => MendInput) input: MendInput) {
    return { mended: await this.doctor.mend(input) }
  }
}
