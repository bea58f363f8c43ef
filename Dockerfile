# The command and its sandbox. Without arguments it is the service, in memory, on port 8787:
#   docker build -t waypost . && docker run --rm -p 8787:8787 waypost
# docs/containers.md has the rest.

FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# What is built runs on every machine: nothing in it was compiled for one.
RUN npm run build -- --quiet \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/.cache data/places

FROM alpine:3.22@sha256:14358309a308569c32bdc37e2e0e9694be33a9d99e68afb0f5ff33cc1f695dce
RUN apk add --no-cache "nodejs=~22" \
  && adduser -D -u 10001 waypost \
  && install -d -o waypost -g waypost /home/waypost/data \
  && ln -s /opt/waypost/bin/waypost.js /usr/local/bin/waypost
COPY --from=build /src/package.json /src/LICENSE /opt/waypost/
COPY --from=build /src/bin /opt/waypost/bin
COPY --from=build /src/data /opt/waypost/data
COPY --from=build /src/dist /opt/waypost/dist
COPY --from=build /src/node_modules /opt/waypost/node_modules
USER 10001:10001
WORKDIR /home/waypost
ENV HOME=/home/waypost
EXPOSE 8787
# Healthy is a sandbox that finds places.
HEALTHCHECK --interval=2s --timeout=3s --start-period=60s --retries=5 \
  CMD wget -q -O - http://127.0.0.1:8787/_sandbox/health | grep -Eq '"places":[1-9]' || exit 1
ENTRYPOINT ["waypost"]
CMD ["sandbox", "start", "--memory", "--host", "0.0.0.0"]
