FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/chat-log-store/package.json packages/chat-log-store/
COPY packages/client/package.json packages/client/
COPY packages/documents/package.json packages/documents/
COPY packages/edge/package.json packages/edge/
COPY packages/engine/package.json packages/engine/
COPY packages/queue/package.json packages/queue/
COPY packages/redis-queue/package.json packages/redis-queue/
COPY packages/runtime/package.json packages/runtime/
COPY packages/statements/package.json packages/statements/
COPY packages/testing/package.json packages/testing/
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev && rm -rf dist/modules

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/models ./models
COPY --from=build /app/packages/documents/cmaps ./packages/documents/cmaps
COPY --from=build /app/packages/redis-queue/lua ./packages/redis-queue/lua
COPY --from=build /app/dist ./dist
COPY --from=build /app/packages/client/trusted-documents.json ./packages/client/
COPY --from=build /app/pages/dashboard/trusted-documents.json ./pages/dashboard/
# npm start and the operator's commands, such as: docker exec CONTAINER npm run admin -- list
COPY --from=build /app/tools/require-node.cjs /app/tools/build-if-stale.mjs /app/tools/run-built.mjs /app/tools/sources.mjs ./tools/
RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
# The application service; chat-log (8000) and admin (3001) stay on the loopback of the container.
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.APP_PORT || 8080}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The exec form: node itself receives the signal, and stops in order.
CMD ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "--enable-source-maps", "dist/main/main.js"]
