/** The library of these packages, and the version of the checksums. */
export const gpuLibrary = { name: 'node-llama-cpp', version: '3.21.1' } as const

/**
 * The packages of GPU binaries with their checksums, in the form of package-lock.json. The installed lock file cannot
 * have them because of the overrides. For a new version of the library: `npm view <package>@<version> dist.integrity`.
 */
export const gpuIntegrity: Readonly<Record<string, string>> = {
  '@node-llama-cpp/linux-x64-cuda':
    'sha512-idsE55VoD/FbvLhnBC9krUJaUoC0XnebseAAnCpm/brKf61HEbu+idgbb5eN6mxkjLSrHtILprJ0nDcUJjVrFg==',
  '@node-llama-cpp/linux-x64-cuda-ext':
    'sha512-1PuURowccBcks3CCoMe1mTHh5vD0V5bFHMUEgtbI/OSDjpP+Pdbn+lf42CGUrepTzR8kCH1HovQ7d8q6/vuIKA==',
  '@node-llama-cpp/linux-x64-vulkan':
    'sha512-flEeSzONQ6OIm5bYKLQf4eEnBzcC5WugFbyPUwkCqyyOFZ8pH0H9ulQ7ZNDLSIczeKneMRJornlyY1Hq7d3GDA==',
}
